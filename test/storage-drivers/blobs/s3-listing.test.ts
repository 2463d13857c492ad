import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBlobs } from "../../../storage-drivers/s3/src/index.ts";
import { readPage } from "../../../storage-drivers/s3/src/list.ts";
import { readPlace } from "../../../storage-drivers/s3/src/place.ts";
import { s3Key } from "./s3-keys.ts";
import { keyOf } from "./values.ts";

const keys = ["one", "two", "three"].map((text) => keyOf("audio", Buffer.from(text)));
const [one, two, three] = keys as [string, string, string];
const nameOf = (key: string) => `p/${key.replaceAll(":", "/")}`;
const contents = (name: string) => `<Contents><Key>${name}</Key><Size>1</Size></Contents>`;
const listing = (inside: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</ListBucketResult>`;

/** A server that answers each request with the next of these bodies, and then with the last one. */
async function serverOf(status: number, ...bodies: string[]) {
  const paths: string[] = [];
  const server = createServer(({ url = "" }, reply) => {
    const body = bodies[Math.min(paths.length, bodies.length - 1)];
    paths.push(url);
    reply.writeHead(status, { "content-type": "application/xml" }).end(body);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const blobs = openBlobs({ url: `http://127.0.0.1:${port}/values/p`, ...s3Key });
  onTestFinished(() => blobs.dispose());
  return { blobs, paths };
}

describe("a listing of S3", () => {
  it("has only names that are elements of their objects", async () => {
    const { blobs } = await serverOf(
      200,
      listing(`<!-- ${contents(nameOf(two))} -->
        <Prefix><![CDATA[${contents(nameOf(two))}]]></Prefix>
        ${contents(nameOf(one))}
        <Contents><Owner><Key>${nameOf(two)}</Key></Owner></Contents>
        <CommonPrefixes><Key>${nameOf(two)}</Key></CommonPrefixes>`),
    );
    expect(await blobs.getKeys()).toEqual([one]);
  });

  it("may have names in CDATA, with entities or in parts, and elements with a prefix", async () => {
    const { blobs } = await serverOf(
      200,
      `<s3:ListBucketResult xmlns:s3="http://s3.amazonaws.com/doc/2006-03-01/">
        <s3:Contents><s3:Key a=">"><![CDATA[${nameOf(one)}]]></s3:Key></s3:Contents>
        <s3:Contents><s3:Key>${nameOf(two).replaceAll("/", "&#x2F;")}</s3:Key></s3:Contents>
        <s3:Contents><s3:Key>${nameOf(three).replace("audio", "au<!-- -->d<![CDATA[io]]>")}</s3:Key></s3:Contents>
      </s3:ListBucketResult>`,
    );
    expect(await blobs.getKeys()).toEqual(keys);
  });

  it("omits entries that are not values, or not encoded correctly", async () => {
    const others = ["p/readme.txt", "%E0%A4%A", nameOf(two).slice(2), `${nameOf(two)}&lt;`, ""];
    const { blobs } = await serverOf(200, listing([...others, nameOf(one)].map(contents).join("")));
    expect(await blobs.getKeys()).toEqual([one]);
  });

  it("continues with the token of the previous page, with any characters", async () => {
    const next = `<IsTruncated> true </IsTruncated><NextContinuationToken>a&amp;b=<![CDATA[<c>+/]]></NextContinuationToken>`;
    const { blobs, paths } = await serverOf(
      200,
      listing(contents(nameOf(one)) + next),
      listing(`${contents(nameOf(two))}<IsTruncated>false</IsTruncated>`),
    );
    expect(await blobs.getKeys()).toEqual([one, two]);
    expect(new URL(paths[1] as string, "http://s3").searchParams.get("continuation-token")).toBe("a&b=<c>+/");
  });

  const bomb = `<!DOCTYPE l [<!ENTITY a "${"x".repeat(1_000)}"><!ENTITY b "${"&a;".repeat(1_000)}">]>`;
  it.each([
    ["entities that grow", `${bomb}<ListBucketResult>${contents("&b;")}</ListBucketResult>`],
    [
      "an external entity",
      `<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><ListBucketResult>${contents("&a;")}</ListBucketResult>`,
    ],
    ["a document type of another place", `<!DOCTYPE l SYSTEM "http://127.0.0.1:1/dtd">${listing("")}`],
    ["an unknown entity", listing(contents(`${nameOf(one)}&nbsp;`))],
    ["a character that XML does not have", listing(contents("&#x110000;"))],
    ["levels without end", `${"<a>".repeat(100_000)}`],
    ["an element that is not closed", listing("").replace("</ListBucketResult>", contents(nameOf(one)))],
    ["two roots", listing("") + listing("")],
    ["a list in another element", `<Answer>${listing(contents(nameOf(one))).replace(/^<\?.*\n/, "")}</Answer>`],
    ["no XML", '{"ListBucketResult": "<ListBucketResult"}'],
    ["nothing", ""],
    ["a truncated list without a token", listing("<IsTruncated>true</IsTruncated>")],
  ])("is refused with %s", async (_, body) => {
    const { blobs } = await serverOf(200, body);
    await expect(blobs.getKeys()).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      reason: "failed",
      message: expect.stringMatching(/Is 127\.0\.0\.1:\d+ an S3 server\?$/),
    });
  });

  it.each([
    ["repeats the token of a page", (_page: number) => "same"],
    ["repeats two tokens in turn", (page: number) => `token-${page % 2}`],
    ["has always another token, and no other value", (page: number) => `token-${page}`],
  ])("ends with an error if it %s", async (_title, tokenOf) => {
    let pages = 0;
    const server = createServer((_request, reply) => {
      const next = `<IsTruncated>true</IsTruncated><NextContinuationToken>${tokenOf(pages++)}</NextContinuationToken>`;
      reply.writeHead(200).end(listing(contents(nameOf(one)) + next));
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const blobs = openBlobs({ url: `http://127.0.0.1:${port}/values/p`, ...s3Key });
    onTestFinished(() => blobs.dispose());
    await expect(blobs.getKeys()).rejects.toMatchObject({
      code: "STORE_UNAVAILABLE",
      reason: "failed",
      message: expect.stringMatching(/listing of S3 .*Is 127\.0\.0\.1:\d+ an S3 server\?$/),
    });
    expect(pages).toBeLessThan(2_000);
  });

  it("continues over pages without values", async () => {
    const page = (at: number) =>
      listing(`<IsTruncated>true</IsTruncated><NextContinuationToken>${at}</NextContinuationToken>`);
    const { blobs } = await serverOf(200, page(1), page(2), page(3), listing(contents(nameOf(one))));
    expect(await blobs.getKeys()).toEqual([one]);
  });

  it("is refused above 16 MiB, before it is read as XML", async () => {
    const { blobs } = await serverOf(200, listing(" ".repeat(16 * 2 ** 20)));
    await expect(blobs.getKeys()).rejects.toThrow("the answer is longer than 16777216 bytes");
  });

  it("of a thousand long names leaves turns to other work", async () => {
    const long = contents("%20".repeat(1_024)).repeat(1_000);
    const body = Buffer.from(listing(long + contents(nameOf(one))));
    let turns = 0;
    const counting = setInterval(() => void turns++, 0);
    const { keys } = await readPage(readPlace("http://127.0.0.1:9000/values/p"), body);
    clearInterval(counting);
    expect({ keys, hasTurns: turns > 5 }).toEqual({ keys: [one], hasTurns: true });
  });
});

describe("an error of S3", () => {
  const code = "<Code>NoSuchKey</Code>";
  it.each([
    ["whose end is missing", `<Error>${code}<Message>${"a".repeat(100_000)}`, null],
    ["with its code in CDATA", "<Error><Code><![CDATA[NoSuchKey]]></Code></Error>", null],
  ])("is read %s", async (_, body, found) => {
    const { blobs } = await serverOf(404, body);
    expect(await blobs.getItemRaw(one)).toBe(found);
  });

  it.each([
    ["a comment", `<Error><!-- ${code} --></Error>`],
    ["the text of a message", `<Error><Message><![CDATA[${code}]]></Message></Error>`],
    ["another element", `<Error><Details>${code}</Details></Error>`],
    ["a document with entities", `<!DOCTYPE e [<!ENTITY c "NoSuchKey">]><Error><Code>&c;</Code></Error>`],
    ["a page", `<html><br>${code}</html>`],
  ])("does not have its code in %s", async (_, body) => {
    const { blobs } = await serverOf(404, body);
    await expect(blobs.getItemRaw(one)).rejects.toThrow(/with status 404$/);
  });
});
