# frozen_string_literal: true

module Shell
  module Commands
    # Shows how a table is salted.
    class DescribeSalted < Command
      include ::Halite::Lines

      def help
        <<~HELP
          Show how the row keys of a table are salted: the spec as the table understands it, its
          segments, the number of regions that store rows and of regions that are gateways only, and
          the versions of Halite that serve the table. Needs the right to read the table.

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
