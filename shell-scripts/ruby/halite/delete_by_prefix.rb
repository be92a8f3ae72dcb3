# frozen_string_literal: true

module Shell
  module Commands
    # Deletes rows by the beginning of their natural keys.
    class DeleteByPrefix < Command
      include ::Halite::Lines

      def help
        <<~HELP
          Delete every row of a salted table whose natural key begins with a prefix, on the servers; with
          DRY_RUN only count them. Needs the right to write, with DRY_RUN, too. Rows are deleted one by
          one, as by deleteall: rows that are written meanwhile may stay. Returns how many rows it were.

          Examples:

            hbase> delete_by_prefix 't1', 'ATL', DRY_RUN => true
            hbase> delete_by_prefix 't1', 'ATL'
        HELP
      end

      def command(table, prefix, options = {})
        unknown = options.keys.map(&:to_s) - ['DRY_RUN']
        raise ArgumentError, "delete_by_prefix knows DRY_RUN alone, not '#{unknown.first}'" unless unknown.empty?

        salted(:delete_by_prefix, table.to_s, prefix.to_s.to_java_bytes, options['DRY_RUN'] == true)
      end
    end
  end
end

Halite.command('delete_by_prefix', Shell::Commands::DeleteByPrefix, %w[DRY_RUN])
