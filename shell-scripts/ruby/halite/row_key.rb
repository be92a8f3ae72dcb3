# frozen_string_literal: true

module Shell
  module Commands
    # Shows a row key by its segments.
    class RowKey < Command
      include ::Halite::Calls

      def help
        <<~HELP
          Show the segments of a natural row key of a table, and the stored key in bytes.

          Examples:

            hbase> row_key 't1', 'ORD200101010001'
            hbase> row_key 't1', "web7\\x00\\x00\\x7F\\xFF\\xFF\\x1B\\xF0\\x3F\\xC3\\xFF"
        HELP
      end

      def command(table, key)
        segments, stored = with_halite do |connection|
          Java::IoHaliteClientShell::KeyCommand
            .show(connection, table.to_s, key.to_s.to_java_bytes).to_a
        end
        formatter.header(%w[SEGMENTS STORED])
        formatter.row([segments, stored])
      end
    end
  end
end

Halite.command('row_key', Shell::Commands::RowKey)
