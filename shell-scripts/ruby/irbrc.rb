# frozen_string_literal: true

# HBase's shell reads this file (IRBRC) before its first prompt when `halite shell` starts it.
require 'halite'
