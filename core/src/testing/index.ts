export { type Client, createClient, type Reply, type TestGateway, testGateway } from "./gateway.ts";
