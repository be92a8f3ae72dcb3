# frozen_string_literal: true

module Shell
  module Commands
    # Shows how evenly a salted table is spread.
    class Spread < Command
      include ::Halite::Lines

      def help
        <<~HELP
          Show how evenly a salted table is spread: rows, bytes, read and write requests of each bucket, and
          the requests by natural key that each gateway region took since it opened. The last line is the
          imbalance: the rows of the fullest bucket over the mean, 1.00 if even. Every row is counted, on
          the servers. Needs the right to read the table.

          Examples:

            hbase> spread 't1'
        HELP
      end

      def command(table)
        salted(:spread, table.to_s)
        nil
      end
    end
  end
end

Halite.command('spread', Shell::Commands::Spread)
