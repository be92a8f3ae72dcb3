# frozen_string_literal: true

module Shell
  module Commands
    # Shows where a natural key is served and stored.
    class WhereIs < Command
      include ::Halite::Lines

      def help
        <<~HELP
          Show where a natural key of a salted table is served and stored: its gateway region, its
          stored key in readable bytes, its bucket or suffix (digits and letters as they are, a byte
          as a number), its owner region, the servers of both regions, and whether the row exists.
          Needs the right to read the table.

          Examples:

            hbase> where_is 't1', 'ATL'
            hbase> where_is 't1', "\\x00\\x01ATL"
        HELP
      end

      def command(table, natural_key)
        salted(:where_is, table.to_s, natural_key.to_s.to_java_bytes)
        nil
      end
    end
  end
end

Halite.command('where_is', Shell::Commands::WhereIs)
