# frozen_string_literal: true

module Shell
  module Commands
    # Creates a table of any row-key technique, cut into regions that fit it.
    class CreateSalted < Command
      include ::Halite::Calls

      def help
        <<~HELP
          Create a table whose keys are salted on the server; pass the table's name, a column family or an
          array of them, and the line that says how: key=<layout>,salt=<salt>. The table is cut into one
          region a bucket, or 16, or as many as REGIONS says, at keys that fit the technique.

          Examples:

            hbase> create_salted 't1', 'f', 'key=row:*,salt=hash(*) % 16'
            hbase> create_salted 't1', ['f', 'g'], 'key=user:4 order:*,salt=md5(user)[0:4]', REGIONS => 32
            hbase> create_salted 't1', 'f', 'key=phone:11:digits,salt=reverse(phone)', REGIONS => 10
        HELP
      end

      def command(table, families, line, options = {})
        unknown = options.keys.map(&:to_s) - ['REGIONS']
        raise ArgumentError, "'#{unknown.first}' is no option of create_salted; REGIONS is" unless unknown.empty?

        names = [families].flatten.map(&:to_s)
        points = with_halite do |connection|
          Java::IoHaliteClientShell::CreateCommand.create(connection, table.to_s, names, line.to_s, options['REGIONS'])
        end
        formatter.header(['REGIONS BEGIN AT'])
        formatter.row([points.to_a.join(' ')])
      end
    end
  end
end

Halite.command('create_salted', Shell::Commands::CreateSalted, %w[REGIONS])
