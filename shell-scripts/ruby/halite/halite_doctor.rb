# frozen_string_literal: true

module Shell
  module Commands
    # Examines a cluster.
    class HaliteDoctor < Command
      include ::Halite::Calls

      def help
        <<~HELP
          Examine the servers and the salted tables of this cluster: which servers have Halite's
          jar, which version, which Java; the order of the coprocessors; the settings that matter;
          regions without their observer; how buckets lie on servers; tables of indexes. Each line
          that begins with HURTS names a cure. Returns the number of such lines. Changes nothing.
          Where rights are on, it needs a superuser of HBase.

          Example:

            hbase> halite_doctor
        HELP
      end

      def command
        with_halite_waiting do |connection, print|
          Java::IoHaliteClientShell::DoctorCommand.examine(connection, &print)
        end
      end
    end
  end
end

Halite.command('halite_doctor', Shell::Commands::HaliteDoctor)
