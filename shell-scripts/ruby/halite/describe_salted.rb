# frozen_string_literal: true

module Shell
  module Commands
    # Says how a table is salted.
    class DescribeSalted < Command
      include ::Halite::Lines

      def help
        <<~HELP
          Describe how a table's row keys are salted: the spec as the table understands it, its segments,
          how many regions store rows and how many are gateways only, and which versions of Halite serve it.
          Needs the right to read the table.

          Examples:

            hbase> describe_salted 't1'
            hbase> describe_salted 'ns1:t1'
        HELP
      end

      def command(table)
        salted(:describe, table.to_s)
        nil
      end
    end
  end
end

Halite.command('describe_salted', Shell::Commands::DescribeSalted)
