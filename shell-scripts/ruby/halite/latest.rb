# frozen_string_literal: true

module Shell
  module Commands
    # Shows the newest rows of each key.
    class Latest < Command
      include ::Halite::Calls

      # Options whose text is the bytes of a row key.
      ROWS = %w[PREFIX STARTROW STOPROW].freeze

      # Options whose text has the bytes of columns.
      COLUMNS = %w[COLUMN COLUMNS AGGREGATE].freeze

      def help
        <<~HELP
          Show the newest rows of each key of a table, without reading the history. Pass the name of
          the table, a key or an array of keys, the number of rows of each key, and a dictionary of
          options. The key is what the table's layout has before its segment of type revtime. The
          command shows segments of time as times.

          Examples:

            hbase> latest 't1', 'ORD', 5
            hbase> latest 't1', ['ORD', 'ATL'], 3, COLUMNS => ['f:delay']
            hbase> latest 't1', ALL => true, LIMIT => 1
            hbase> latest 't1', PREFIX => 'O', LIMIT => 1
            hbase> latest 't1', STARTROW => 'ORD', STOPROW => 'PDX', LIMIT => 1
            hbase> latest 't1', 'ORD', 5, AS_OF => '2001-01-15T00:00Z'
            hbase> latest 't1', 'ORD', 5, NOT_BEFORE => '2001-01-01T00:00Z'
            hbase> latest 't1', 'ORD', 5, WHERE => 'destination in (LAX, SFO)', VERSIONS => 2

          Other rows of each key than its newest: those between two times, one of each step of time
          (ms, s, m, h or d; hours and days are those of UTC), the last row at or before each of
          some times, and the first row after a time:

            hbase> latest 't1', 'ORD', 100, BETWEEN => ['2001-01-15T00:00Z', '2001-01-16T00:00Z']
            hbase> latest 't1', 'ORD', 24, EACH => '1h'
            hbase> latest 't1', ALL => true, AT => ['2001-01-15T00:00Z', '2001-01-16T00:00Z']
            hbase> latest 't1', ALL => true, FIRST_AFTER => '2001-01-15T00:00Z'

          A long query says every 5 seconds how far it has come, on the terminal's error output.
          PROGRESS sets other seconds, and 0 says nothing:

            hbase> latest 't1', ALL => true, LIMIT => 1, PROGRESS => 60

          A query that takes longer than 10 minutes fails. TIMEOUT sets another width of time (ms,
          s, m, h or d):

            hbase> latest 't1', ALL => true, LIMIT => 1, TIMEOUT => '2h'

          The newest rows of the whole table, or of each combination of some leading segments:

            hbase> latest 't1', ALL => true, LIMIT => 10, BY => []
            hbase> latest 't1', ALL => true, LIMIT => 10, BY => ['origin']

          Aggregates over the newest values of a column, instead of rows: count, min, max, sum,
          mean, first (the value of the oldest row) and last. Values are read as decimal text,
          unless one of the types long, int and double follows:

            hbase> latest 't1', 'ORD', 100, AGGREGATE => 'mean f:delay'
            hbase> latest 't1', ALL => true, LIMIT => 100, AGGREGATE => 'count min max f:hits long'

          The table needs the endpoint io.halite.coprocessor.latest.LatestEndpoint.
        HELP
      end

      def command(table, *args)
        keys, limit, options = arguments(args)
        with_halite do |connection|
          command = Java::IoHaliteClientShell::LatestCommand
          show(command.ask(connection, table.to_s, keys, limit, options))
        end
      end

      private

      def arguments(args)
        options = args.last.is_a?(Hash) ? args.pop : {}
        if args.size > 2
          raise ArgumentError,
                "latest takes a table, keys, a number and options; '#{args[2]}' is one too many"
        end

        keys, limit = args
        keys = [keys].flatten.map { |key| bytes(key) } unless keys.nil?
        [keys, limit, options.map { |name, value| option(name.to_s, value) }.to_h]
      end

      def option(name, value)
        return [name, bytes(value)] if ROWS.include?(name) || (name == 'WHERE' && value)
        return [name, value] if value.nil? || !COLUMNS.include?(name)

        [name, value.is_a?(Array) ? value.map { |each| bytes(each) } : bytes(value)]
      end

      def bytes(text)
        text.to_s.to_java_bytes
      end

      def show(listing)
        formatter.header(listing.header.to_a)
        listing.report { |line| warn line }
        listing.each { |line| formatter.row(line.to_a) }
        formatter.footer(listing.count)
      ensure
        listing.close
      end
    end
  end
end

Halite.command('latest', Shell::Commands::Latest,
               %w[ALL AGGREGATE WHERE AS_OF NOT_BEFORE PREFIX BY BETWEEN EACH AT FIRST_AFTER
                  PROGRESS TIMEOUT])
