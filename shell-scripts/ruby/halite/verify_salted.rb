# frozen_string_literal: true

module Shell
  module Commands
    # Checks every stored key.
    class VerifySalted < Command
      include ::Halite::Lines

      def help
        <<~HELP
          Check the salt of every stored key of a table against its spec, on the servers, region by
          region. The command counts the rows without the right salt and shows the first few, each
          with the rule that it breaks. It also works on tables that refuse their users because of
          such rows. Needs the right to read the table. Returns the number of wrong rows.

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
