# frozen_string_literal: true

module Shell
  module Commands
    # Shows how evenly a salted table is spread.
    class Spread < Command
      include ::Halite::Lines

      def help
        <<~HELP
          Show how evenly a salted table is spread: the rows and bytes of each bucket, the rows read
          and the mutations since its regions opened, and the requests by natural key that each
          gateway region received since it opened. The last line is the imbalance: the rows of the
          fullest bucket divided by the mean, 1.00 if the spread is even. The servers count every
          row; every ten answers the command says how many it has. Needs the right to read the
          table.

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
