import { defineError, T } from "@postern/core";

export const NotNdjson = defineError("batch.not_ndjson", {
  status: 415,
  title: "Not NDJSON",
  data: T.Object({}),
  message: () => "Send the calls as application/x-ndjson in UTF-8, not compressed",
});

export const StreamIdle = defineError("batch.stream_idle", {
  status: 408,
  data: T.Object({ idle: T.Number() }),
  message: ({ idle }) => `No data arrived for ${idle} seconds. Send the remaining lines in another request.`,
});

export const InvalidLine = defineError("batch.invalid_line", {
  status: 400,
  title: "Invalid line",
  data: T.Object({ reason: T.String() }),
  message: ({ reason }) => `This line is not a valid JSON object: ${reason}`,
});
