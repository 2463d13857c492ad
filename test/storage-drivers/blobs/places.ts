import type { BlobStorage } from "@postern/core/storage";
import { openBlobFiles } from "../../../plugins/cli/src/blob-files.ts";
import { openBlobs as openPostgres } from "../../../storage-drivers/postgres/src/blobs/index.ts";
import { openBlobs as openS3 } from "../../../storage-drivers/s3/src/index.ts";
import { has } from "../../run/programs.ts";
import { folder } from "../folder.ts";
import { type Cluster, startCluster } from "../postgres/cluster.ts";
import { s3Key } from "./s3-keys.ts";
import { type S3Server, startS3Server } from "./s3-server.ts";

/** A place for large values, with a server of its own where it needs one. */
export interface Place {
  readonly name: string;
  readonly isSkipped: boolean;
  start(): Promise<void>;
  /** Opens an empty place. Opened again, it is as another gateway sees it. */
  empty(): Promise<() => BlobStorage>;
  stop(): Promise<void>;
}

let count = 0;

const files: Place = {
  name: "files",
  isSkipped: false,
  start: async () => {},
  async empty() {
    const data = folder();
    return () => openBlobFiles({ data });
  },
  stop: async () => {},
};

function s3(): Place {
  let server: S3Server | undefined;
  return {
    name: "S3 (needs python3-swift)",
    isSkipped: !has("swift"),
    async start() {
      server = await startS3Server();
      await server.createBucket("values");
    },
    async empty() {
      const url = `http://127.0.0.1:${server?.port}/values/prefix-${++count}`;
      return () => openS3({ url, ...s3Key });
    },
    stop: async () => server?.stop(),
  };
}

function postgres(): Place {
  let cluster: Cluster | undefined;
  return {
    name: "PostgreSQL (needs postgresql)",
    isSkipped: !has("postgresql"),
    async start() {
      cluster = await startCluster();
    },
    async empty() {
      const url = cluster?.database() ?? "";
      return () => openPostgres({ url });
    },
    stop: async () => cluster?.stop(),
  };
}

export const places: readonly Place[] = [files, s3(), postgres()];
