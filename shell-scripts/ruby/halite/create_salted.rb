# frozen_string_literal: true

module Shell
  module Commands
    # Creates a table of any row-key technique, split into regions that fit it.
    class CreateSalted < Command
      include ::Halite::Calls

      def help
        <<~HELP
          Create a table whose keys the servers salt. Pass the name of the table, a column family or
          an array of them, and the spec: key=<layout>,salt=<salt>. The command splits the table at
          keys that fit the technique, into one region for each bucket, or into 16 regions if the
          salt has no buckets. REGIONS sets another number of regions.

          Examples:

            hbase> create_salted 't1', 'f', 'key=row:*,salt=hash(*) % 16'
            hbase> create_salted 't1', ['f', 'g'], 'key=u:4 id:*,salt=md5(u)[0:4]', REGIONS => 32
            hbase> create_salted 't1', 'f', 'key=phone:11:digits,salt=reverse(phone)', REGIONS => 10
        HELP
      end

      def command(table, families, line, options = {})
        unknown = options.keys.map(&:to_s) - ['REGIONS']
        unless unknown.empty?
          raise ArgumentError,
                "'#{unknown.first}' is not an option of create_salted; its option is REGIONS"
        end

        names = [families].flatten.map(&:to_s)
        points = with_halite do |connection|
          Java::IoHaliteClientShell::CreateCommand
            .create(connection, table.to_s, names, line.to_s, options['REGIONS'])
        end
        formatter.header(['REGIONS BEGIN AT'])
        formatter.row([points.to_a.join(' ')])
      end
    end
  end
end

Halite.command('create_salted', Shell::Commands::CreateSalted, %w[REGIONS])
