# frozen_string_literal: true

module Shell
  module Commands
    # Says where a natural key is served and stored.
    class WhereIs < Command
      include ::Halite::Lines

      def help
        <<~HELP
          Show where a natural key of a salted table is served and stored: its gateway region, its bucket,
          its stored key in readable bytes, the region that owns it and the servers of both, and whether
          there is such a row. Needs the right to read the table.

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
