package io.halite.routing.host;

import com.google.protobuf.BlockingRpcChannel;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.RpcCallback;
import com.google.protobuf.RpcChannel;
import com.google.protobuf.RpcController;
import com.google.protobuf.ServiceException;
import org.apache.hbase.thirdparty.com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors;
import org.apache.hbase.thirdparty.com.google.protobuf.Descriptors.FileDescriptor;
import org.apache.hbase.thirdparty.com.google.protobuf.DynamicMessage;
import org.jspecify.annotations.Nullable;

/**
 * A channel of HBase 3, which sends messages of HBase's shaded protobuf, for messages of the
 * unshaded one that HBase 2 sends. Both are the same bytes. Stateless.
 */
final class ShadedChannel implements RpcChannel, BlockingRpcChannel {
  private final Object channel;
  private final org.apache.hbase.thirdparty.com.google.protobuf.@Nullable RpcController controller;

  /**
   * Over a channel of HBase 3.
   *
   * @param controller HBase's for the one call that is made; null for blocking calls
   */
  ShadedChannel(
      Object channel,
      org.apache.hbase.thirdparty.com.google.protobuf.@Nullable RpcController controller) {
    this.channel = channel;
    this.controller = controller;
  }

  @Override
  public void callMethod(
      MethodDescriptor method,
      @Nullable RpcController unused,
      Message request,
      Message prototype,
      RpcCallback<Message> done) {
    Descriptors.MethodDescriptor shaded = shaded(method);
    ((org.apache.hbase.thirdparty.com.google.protobuf.RpcChannel) channel)
        .callMethod(
            shaded,
            controller,
            shaded(shaded, request),
            DynamicMessage.getDefaultInstance(shaded.getOutputType()),
            response -> done.run(response == null ? null : unshaded(response, prototype)));
  }

  @Override
  public Message callBlockingMethod(
      MethodDescriptor method, @Nullable RpcController unused, Message request, Message prototype)
      throws ServiceException {
    Descriptors.MethodDescriptor shaded = shaded(method);
    try {
      return unshaded(
          ((org.apache.hbase.thirdparty.com.google.protobuf.BlockingRpcChannel) channel)
              .callBlockingMethod(
                  shaded,
                  controller,
                  shaded(shaded, request),
                  DynamicMessage.getDefaultInstance(shaded.getOutputType())),
          prototype);
    } catch (org.apache.hbase.thirdparty.com.google.protobuf.ServiceException e) {
      ServiceException failure = new ServiceException(e.getMessage());
      failure.initCause(e.getCause());
      throw failure;
    }
  }

  private static Descriptors.MethodDescriptor shaded(MethodDescriptor method) {
    try {
      return FileDescriptor.buildFrom(
              FileDescriptorProto.parseFrom(method.getFile().toProto().toByteArray()),
              new FileDescriptor[0])
          .findServiceByName(method.getService().getName())
          .findMethodByName(method.getName());
    } catch (org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException
        | Descriptors.DescriptorValidationException e) {
      throw unlike(method.getFullName(), e);
    }
  }

  private static DynamicMessage shaded(Descriptors.MethodDescriptor method, Message request) {
    try {
      return DynamicMessage.parseFrom(method.getInputType(), request.toByteArray());
    } catch (org.apache.hbase.thirdparty.com.google.protobuf.InvalidProtocolBufferException e) {
      throw unlike(method.getInputType().getFullName(), e);
    }
  }

  private static Message unshaded(
      org.apache.hbase.thirdparty.com.google.protobuf.Message response, Message prototype) {
    try {
      return prototype.newBuilderForType().mergeFrom(response.toByteArray()).build();
    } catch (InvalidProtocolBufferException e) {
      throw unlike(prototype.getDescriptorForType().getFullName(), e);
    }
  }

  private static IllegalStateException unlike(String what, Exception cause) {
    return new IllegalStateException(
        "HBase's protobuf and com.google.protobuf disagree on '%s'".formatted(what), cause);
  }
}
