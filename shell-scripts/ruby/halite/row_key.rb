# frozen_string_literal: true

module Shell
  module Commands
    # Shows a row key by its segments.
    class RowKey < Command
      def help
        <<~HELP
          Show a natural row key of a table by the segments of its layout, and the stored key in bytes.

          Examples:

            hbase> row_key 't1', 'ORD200101010001'
            hbase> row_key 't1', "web7\\x00\\x00\\x7F\\xFF\\xFF\\x1B\\xF0\\x3F\\xC3\\xFF"
        HELP
      end

      def command(table, key)
        connection = @shell.hbase.instance_variable_get(:@connection)
        segments, stored = show(connection, table.to_s, key.to_s.to_java_bytes).to_a
        formatter.header(%w[SEGMENTS STORED])
        formatter.row([segments, stored])
      rescue java.lang.IllegalArgumentException => e
        raise ArgumentError, e.message
      end

      private

      def show(*args)
        Java::IoHaliteClientShell::KeyCommand.show(*args)
      rescue NameError => e
        raise e.message.include?('KeyCommand') ? ::Halite::JAR_HINT : e
      end
    end
  end
end

Halite.command('row_key', Shell::Commands::RowKey)
