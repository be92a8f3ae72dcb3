# frozen_string_literal: true

module Shell
  module Commands
    # Creates a table of any row-key technique, split into regions that fit it.
    class CreateSalted < Command
      include ::Halite::Calls
      include ::Halite::Options

      OPTIONS = %w[REGIONS SPLITS DATA_BLOCK_ENCODING].freeze

      def help
        <<~HELP
          Create a table whose keys the servers salt. Pass the name of the table, a column family
          or an array of them, and the spec: key=<layout>,salt=<salt>. A column family is a name,
          or a dictionary with NAME and other attributes, as for create. The command splits the
          table at keys that fit the technique, into one region for each bucket, or into 16
          regions if the salt has no buckets. REGIONS sets another number of regions. If the spec
          does not determine what stored keys begin with, as under none and random-suffix, give
          the keys to split at, as they are stored, by SPLITS, or REGIONS => 1. If the layout has
          a segment of type revtime, the blocks of the families get an index of their rows
          (ROW_INDEX_V1), since queries for newest rows jump into them; DATA_BLOCK_ENCODING sets
          another encoding, of a family alone if it is among its attributes.

          Examples:

            hbase> create_salted 't1', 'f', 'key=row:*,salt=hash(*) % 16'
            hbase> create_salted 't1', {NAME => 'f', VERSIONS => 5}, 'key=row:*,salt=hash(*) % 16'
            hbase> create_salted 't1', ['f', 'g'], 'key=u:4 id:*,salt=md5(u)[0:4]', REGIONS => 32
            hbase> create_salted 't1', 'f', 'key=phone:11:digits,salt=reverse(phone)', REGIONS => 10
            hbase> create_salted 't1', 'f', 'key=u:4 order:6,salt=none', SPLITS => ['g', 'n']
            hbase> create_salted 't1', 'f', 'key=unit:4 ts:8:revtime,salt=hash(unit) % 16',
                     DATA_BLOCK_ENCODING => 'NONE'
        HELP
      end

      SEVERAL = '; give several column families as an array'

      def command(table, families, line, options = {})
        given = named(options, OPTIONS, SEVERAL) do |name|
          raise ArgumentError,
                "'#{name}' is not an option of create_salted; its options are " \
                "#{OPTIONS.join(', ')}"
        end

        points, why = with_halite do |connection|
          read = [families].flatten.map { |family| family(family, table.to_s) }
          blocks = given['DATA_BLOCK_ENCODING']
          Java::IoHaliteClientShell::CreateCommand
            .create(connection, table.to_s, read, line.to_s, cuts(given), blocks)
        end.to_a
        formatter.header(['REGIONS BEGIN AT'])
        formatter.row([points])
        puts why if why
      end

      private

      def cuts(given)
        regions, splits = given.values_at('REGIONS', 'SPLITS')
        kind = Java::IoHaliteClientShell::Cuts
        return regions.nil? ? kind.usual : kind.regions(regions) if splits.nil?

        unless regions.nil? && splits.is_a?(Array)
          raise ArgumentError,
                'SPLITS is not an array of keys, or REGIONS is given with it: write ' \
                "SPLITS => ['g', 'n'] alone"
        end
        kind.at(splits.map { |key| key.to_s.to_java_bytes })
      end

      def family(given, table)
        if given.is_a?(Hash)
          attributes = given.transform_keys(&:to_s)
          chooses = attributes.key?('DATA_BLOCK_ENCODING')
          return Java::IoHaliteClientShell::NewFamily.new(descriptor(attributes, table), chooses)
        end
        unless given.is_a?(String) || given.is_a?(Symbol)
          raise ArgumentError,
                "column family #{given.inspect} is neither a name nor a dictionary with NAME: " \
                "write 'f', or {NAME => 'f', VERSIONS => 5}, or an array of them"
        end

        Java::IoHaliteClientShell::NewFamily.of(given.to_s)
      end

      # HBase's own reading of a family's attributes, which empties the dictionary. Before HBase 3
      # the method is hcd.
      def descriptor(attributes, table)
        name = Java::OrgApacheHadoopHbase::TableName.valueOf(table)
        if admin.respond_to?(:hcd)
          return admin.hcd(attributes, Java::OrgApacheHadoopHbase::HTableDescriptor.new(name))
        end

        builder = Java::OrgApacheHadoopHbaseClient::TableDescriptorBuilder
        admin.cfd(attributes, builder.newBuilder(name))
      end
    end
  end
end

Halite.command('create_salted', Shell::Commands::CreateSalted, %w[REGIONS])
