# frozen_string_literal: true

module Shell
  module Commands
    # Finds rows by an index.
    class FindBy < Command
      include ::Halite::Calls
      include ::Halite::Options

      def help
        <<~HELP
          Show the rows of a table that have these values in one of its indexes. Pass the name of
          the table, the name of the index, and the values one behind the other, as the index has
          them: all values, or leading ones. FROM and TO are bounds of the next value: FROM is in
          the range, TO is behind it. PREFIX is what it begins with. Write them as text, or as
          bytes: 0xC3. LIMIT is the number of rows, 10 by default. Needs the right to read the table
          and the table of the index, which shows the values of every row.

          Examples, of a table with index=byOrder(order) byShop(shop f:buyer) byBuyer(buyer ts):

            hbase> find_by 't1', 'byOrder', '000042'
            hbase> find_by 't1', 'byShop', 'SHOPann', LIMIT => 100
            hbase> find_by 't1', 'byShop', 'SHOP', PREFIX => 'an'
            hbase> find_by 't1', 'byBuyer', 'ann1', FROM => '2001-01-15T00:00Z'
            hbase> find_by 't1', 'byOrder', '', FROM => '000042', TO => '000100', LIMIT => 100

          A plain get finds one row, too:

            hbase> get 't1', '000042', {ATTRIBUTES => {'halite.index' => 'byOrder'}}
        HELP
      end

      def command(table, index, values, options = {})
        given = named(options, %w[FROM TO PREFIX LIMIT]) do |name|
          raise ArgumentError,
                "'#{name}' is not an option of find_by; its options are FROM, TO, " \
                'PREFIX and LIMIT'
        end
        limit = given.delete('LIMIT') || 10

        bounds = java.util.HashMap.new(given.transform_values { |each| each.to_s.to_java_bytes })
        header, *lines = with_halite_waiting do |connection|
          Java::IoHaliteClientShell::IndexCommands
            .find(connection, table.to_s, index.to_s, values.to_s.to_java_bytes, bounds, limit)
            .map(&:to_a)
        end
        formatter.header(header)
        lines.each { |row, *cells| cells.each { |cell| formatter.row([row, cell]) } }
        formatter.footer(lines.size)
      end
    end

    # Makes the entries of an index that was added to a table with rows.
    class FillIndex < Command
      include ::Halite::Calls

      def help
        <<~HELP
          Make the entries of an index for the rows that a table had before it had the index. The
          table may be in use, and you may repeat the command. It needs the right to read all that
          the index is made of. Returns the number of entries made.

          Example:

            hbase> fill_index 't1', 'byOrder'
        HELP
      end

      def command(table, index)
        with_halite_waiting do |connection, print|
          Java::IoHaliteClientShell::IndexCommands
            .fill(connection, table.to_s, index.to_s, &print)
        end
      end
    end

    # Removes the stale entries of an index.
    class SweepIndex < Command
      include ::Halite::Calls

      def help
        <<~HELP
          Remove the entries of an index that no row has made for ten minutes: deletes and new
          values leave such entries behind. They never show a row, but they take space, and cost a
          read whenever their value is looked up. The table may be in use. Returns the number of
          entries removed.

          Example:

            hbase> sweep_index 't1', 'byOrder'
        HELP
      end

      def command(table, index)
        with_halite_waiting do |connection, print|
          Java::IoHaliteClientShell::IndexCommands
            .sweep(connection, table.to_s, index.to_s, &print)
        end
      end
    end
  end
end

Halite.command('find_by', Shell::Commands::FindBy, %w[FROM TO PREFIX])
Halite.command('fill_index', Shell::Commands::FillIndex)
Halite.command('sweep_index', Shell::Commands::SweepIndex)
