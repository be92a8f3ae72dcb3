# frozen_string_literal: true

# Registers SegmentFilter in the filter language:
#   scan 't', {FILTER => "SegmentFilter('origin:3 destination:3', 'destination in (LAX, SFO)')"}
module Halite
  # HBase loads filters with the class loader of its own classes, so a jar that only Ruby has loaded
  # does not help.
  def self.register_filter(name, class_name)
    parser = org.apache.hadoop.hbase.filter.ParseFilter
    java.lang.Class.forName(class_name, false, parser.java_class.class_loader)
    parser.registerFilter(name, class_name)
  rescue java.lang.ClassNotFoundException
    warn "#{name} is not registered. #{JAR_HINT}"
  end

  register_filter('SegmentFilter', 'io.halite.filters.segment.SegmentFilter')
  register_filter('LatestFilter', 'io.halite.filters.segment.LatestFilter')
end
