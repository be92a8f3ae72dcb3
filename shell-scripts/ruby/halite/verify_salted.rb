# frozen_string_literal: true

module Shell
  module Commands
    # Checks every stored key.
    class VerifySalted < Command
      include ::Halite::Lines

      def help
        <<~HELP
          Check the salt of every stored key of a table against its spec, on the servers, region by region.
          Rows without their right salt are counted and the first few are shown, each with the rule that
          it breaks. Works on tables that refuse their users because of such rows, too. Needs the right to
          read the table. Returns how many rows are wrong.

          Examples:

            hbase> verify_salted 't1'
        HELP
      end

      def command(table)
        salted(:verify, table.to_s)
      end
    end
  end
end

Halite.command('verify_salted', Shell::Commands::VerifySalted)
