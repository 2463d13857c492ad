/** What the S3 server of the tests accepts. */
export const s3Key = { accessKeyId: "test:tester", secretAccessKey: "testing" };
/** The same for programs. */
export const s3Variables = { POSTERN_S3_ACCESS_KEY_ID: "test:tester", POSTERN_S3_SECRET_ACCESS_KEY: "testing" };
