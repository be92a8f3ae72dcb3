# frozen_string_literal: true

module Shell
  module Commands
    # Shows what a query over the key would read.
    class ExplainWhere < Command
      include ::Halite::Calls
      include ::Halite::Options

      OPTIONS = %w[STARTROW STOPROW RUN].freeze

      def help
        <<~HELP
          Show how a salted table answers a scan with a query of halite.where: the query as the
          servers read it, the range of natural keys, the plan, the stored ranges and regions that
          it reads with their sizes, and how many ranges it seeks to over all buckets. It reads no
          row, unless RUN is true: then it scans, and shows what was returned, scanned and filtered.
          Needs the right to read the table.

          Examples:

            hbase> explain_where 't1', 'destination in (LAX, SFO)'
            hbase> explain_where 't1', 'origin = ATL or delay >= 60', RUN => true
            hbase> explain_where 't1', 'destination = LAX', STARTROW => 'ATL', STOPROW => 'ORD'
        HELP
      end

      def command(table, query, options = {})
        given = named(options, OPTIONS) do |name|
          raise ArgumentError,
                "explain_where has no option '#{name}': it takes #{OPTIONS.join(', ')}"
        end

        texts = [query, *%w[STARTROW STOPROW].map { |name| given.fetch(name, '') }]
        texts.map! { |each| each.to_s.to_java_bytes }
        run = flag(given, 'RUN')
        with_halite_waiting do |connection, print|
          Java::IoHaliteClientShell::ExplainCommand
            .explain(connection, table.to_s, *texts, run, &print)
        end
        nil
      end
    end
  end
end

Halite.command('explain_where', Shell::Commands::ExplainWhere, %w[RUN])
