# frozen_string_literal: true

module Shell
  module Commands
    # Deletes rows by the beginning of their natural keys.
    class DeleteByPrefix < Command
      include ::Halite::Lines
      include ::Halite::Options

      def help
        <<~HELP
          Delete, on the servers, every row of a salted table whose natural key begins with a
          prefix. With DRY_RUN the command only counts the rows. It needs the right to write, with
          DRY_RUN too, and that to read for the spec, with DRY_RUN that to read every family. It
          deletes the rows one by one, like deleteall: rows that are written meanwhile may stay.
          Returns the number of rows; under random and random-suffix that of stored rows. There a
          row shows earlier values while the command runs, and after it was interrupted: repeat it
          then.

          Examples:

            hbase> delete_by_prefix 't1', 'ATL', DRY_RUN => true
            hbase> delete_by_prefix 't1', 'ATL'
        HELP
      end

      def command(table, prefix, options = {})
        given = named(options, ['DRY_RUN']) do |name|
          raise ArgumentError,
                "'#{name}' is not an option of delete_by_prefix; its option is DRY_RUN"
        end

        bytes = prefix.to_s.to_java_bytes
        salted(:delete_by_prefix, table.to_s, bytes, flag(given, 'DRY_RUN'))
      end
    end
  end
end

Halite.command('delete_by_prefix', Shell::Commands::DeleteByPrefix, %w[DRY_RUN])
