# frozen_string_literal: true

# What `halite shell` has HBase's shell read (IRBRC) before its first prompt.
require 'halite'
