# frozen_string_literal: true

# Adds Halite's commands to HBase's shell. Start the shell with this directory on its load path
# (RUBYLIB) and Halite's jar on its class path (HBASE_CLASSPATH), and type `require 'halite'`.
module Halite
  JAR_HINT = "Halite's jar is not on the class path of this shell: start it as " \
             'HBASE_CLASSPATH=halite-0.1.0.jar RUBYLIB=shell-scripts/ruby hbase shell'

  # One Java call in a thread of its own. Control-C raises an error in the shell's thread, which
  # does not see it while it waits in Java; a thread that waits in Ruby does.
  class Waiting
    # How often, and how far apart, an interrupted call is asked whether it has ended.
    LOOKS = 50
    PAUSE = 0.1

    def initialize
      @lines = Queue.new
    end

    # Runs the block and returns its result. The block gets a Proc for its lines: it must not print,
    # since an interrupt during a write closes standard output.
    def call(&block)
      worker = Thread.new { work(block) }
      while (line = @lines.pop)
        puts line
      end
      worker.value
    ensure
      stop(worker) if worker&.alive?
    end

    private

    def work(block)
      @java = java.lang.Thread.current_thread
      # The shell shows the error, which value raises in its thread.
      Thread.current.report_on_exception = false
      block.call(->(line) { @lines.push(line) })
    ensure
      @lines.close
    end

    # A join would raise the worker's error in place of that of Control-C.
    def stop(worker)
      @java&.interrupt
      LOOKS.times do
        break unless worker.alive?

        sleep PAUSE
      end
      puts @lines.pop until @lines.empty?
    end
  end

  # Shared by commands that make one Java call.
  module Calls
    # Passes the shell's connection to the block; an exception of Java becomes an error of the
    # command.
    def with_halite
      hbase = @shell.hbase
      # A shell that has this method may make its connection only when it is called.
      yield hbase.respond_to?(:connection) ? hbase.connection
                                           : hbase.instance_variable_get(:@connection)
    rescue NameError => e
      raise e unless jar_missing?(e.message)

      raise JAR_HINT
    rescue java.lang.IllegalArgumentException => e
      raise ArgumentError, e.message
    end

    # The same for a call that may wait long: it ends when the user types Control-C. The block also
    # gets a Proc, which prints a line.
    def with_halite_waiting
      with_halite do |connection|
        Waiting.new.call { |print| yield connection, print }
      end
    end

    private

    # JRuby names the class also where a method of it does not take the arguments.
    def jar_missing?(message)
      message.match?(/halite.?client.?shell/i) && !message.include?('for arguments')
    end
  end

  # Shared by commands with options.
  module Options
    # The options by their names, which a user may write as symbols. The block refuses an option
    # that is not among the names.
    # hint - what else a user may mean who writes no options
    def named(options, names, hint = '')
      unless options.is_a?(Hash)
        raise ArgumentError,
              "'#{options}' is not an option: write NAME => value, where NAME is one of " \
              "#{names.join(', ')}#{hint}"
      end

      given = options.transform_keys(&:to_s)
      unknown = given.keys - names
      yield unknown.first unless unknown.empty?

      given
    end

    # The value of an option that is true or false; false if it is not given. Anything else is
    # refused: a user who writes 'true' must not get what false does.
    def flag(options, name)
      value = options.fetch(name, false)
      return value if [true, false].include?(value)

      raise ArgumentError,
            "#{name} is '#{value}', which is neither true nor false: write #{name} => true"
    end
  end

  # Shared by commands whose lines come from one Java call.
  module Lines
    include Calls

    # Calls a method of SaltedCommands with the shell's connection, and prints each line when it
    # arrives.
    def salted(method, *args)
      with_halite_waiting do |connection, print|
        commands = Java::IoHaliteClientShell::SaltedCommands
        commands.public_send(method, connection, *args, &print)
      end
    end
  end

  # Makes a class of Shell::Commands a command, in the group 'halite'.
  # constants - the names of options that the shell does not know yet
  def self.command(name, klass, constants = [])
    return if ::Shell.commands[name]

    group = ::Shell.command_groups['halite'] ||= new_group

    ::Shell.commands[name] = klass
    group[:commands] << name
    group[:command_names] << name
    constants.each { |each| define_constant(each) }
    define_method_for(name)
  end

  def self.new_group
    { commands: [], command_names: [], full_name: 'HALITE',
      comment: 'Commands on tables that Halite salts' }
  end

  def self.define_constant(name)
    return if ::HBaseConstants.const_defined?(name, false)

    ::HBaseConstants.const_set(name, name.freeze)
  end

  # The shell's receiver has only the commands that existed when the shell started.
  def self.define_method_for(name)
    receiver = defined?(::HBaseReceiver) ? ::HBaseReceiver : ::Object
    receiver.send(:define_method, name) do |*args|
      result = @shell.command(name, *args)
      puts
      result
    end
  end
  private_class_method :new_group, :define_constant, :define_method_for
end

Dir[File.join(__dir__, 'halite', '*.rb')].sort.each { |file| require file }
