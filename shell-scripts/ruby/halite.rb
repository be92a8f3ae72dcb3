# frozen_string_literal: true

# Adds Halite's commands to HBase's shell: type `require 'halite'` into it, with this directory in
# its load path (RUBYLIB) and Halite's jar on its class path (HBASE_CLASSPATH).
module Halite
  JAR_HINT = "Halite's jar is not on the class path of this shell: start it as " \
             'HBASE_CLASSPATH=halite-0.1.0.jar RUBYLIB=shell-scripts/ruby hbase shell'

  # What commands share that are one Java call deep.
  module Calls
    # Gives the block the shell's connection; what Java refuses becomes an error of the command.
    def with_halite
      yield @shell.hbase.instance_variable_get(:@connection)
    rescue NameError => e
      raise e.message.match?(/halite.?client.?shell/i) ? JAR_HINT : e
    rescue java.lang.IllegalArgumentException => e
      raise ArgumentError, e.message
    end
  end

  # What commands share whose lines one Java call hands out.
  module Lines
    include Calls

    # Calls a method of SaltedCommands with the shell's connection; each line is printed as it comes.
    def salted(method, *args)
      with_halite do |connection|
        Java::IoHaliteClientShell::SaltedCommands.public_send(method, connection, *args) { |line| puts line }
      end
    end
  end

  # Makes a class of Shell::Commands a command, in the group 'halite'.
  # constants - the names of options that the shell does not know yet
  def self.command(name, klass, constants = [])
    group = ::Shell.command_groups['halite'] ||=
      { commands: [], command_names: [], full_name: 'HALITE', comment: 'Commands on tables that Halite salts' }
    return if ::Shell.commands[name]

    ::Shell.commands[name] = klass
    group[:commands] << name
    group[:command_names] << name
    constants.each { |each| define_constant(each) }
    define_method_for(name)
  end

  def self.define_constant(name)
    ::HBaseConstants.const_set(name, name.freeze) unless ::HBaseConstants.const_defined?(name, false)
  end

  # The shell has given its receiver the commands that it knew when it started.
  def self.define_method_for(name)
    receiver = defined?(::HBaseReceiver) ? ::HBaseReceiver : ::Object
    receiver.send(:define_method, name) do |*args|
      result = @shell.command(name, *args)
      puts
      result
    end
  end
  private_class_method :define_constant, :define_method_for
end

Dir[File.join(__dir__, 'halite', '*.rb')].sort.each { |file| require file }
