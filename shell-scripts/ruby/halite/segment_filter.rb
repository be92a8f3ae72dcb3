# frozen_string_literal: true

# The filter language learns SegmentFilter:
#   scan 't', {FILTER => "SegmentFilter('origin:3 destination:3', 'destination in (LAX, SFO)')"}
module Halite
  # HBase looks a filter up beside its own classes: a jar that only Ruby knows would not do.
  def self.register_filter(name, class_name)
    parser = org.apache.hadoop.hbase.filter.ParseFilter
    java.lang.Class.forName(class_name, false, parser.java_class.class_loader)
    parser.registerFilter(name, class_name)
  rescue java.lang.ClassNotFoundException
    warn "#{name} is not registered. #{JAR_HINT}"
  end

  register_filter('SegmentFilter', 'io.halite.filters.segment.SegmentFilter')
end
