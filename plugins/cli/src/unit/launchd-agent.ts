import type { GatewayProgram } from "./gateway-program.ts";
import { MARK } from "./systemd-unit.ts";

/** A launchd agent. Standard error is not kept, because the gateway writes its own log. */
export function launchdAgent(label: string, { start, folder, environment }: GatewayProgram): string {
  const variables = Object.entries(environment).map(([name, value]) => `    ${key(name)}\n    ${string(value)}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<!-- ${MARK} -->
<plist version="1.0">
<dict>
  ${key("Label")}
  ${string(label)}
  ${key("ProgramArguments")}
  <array>
${start.map((argument) => `    ${string(argument)}`).join("\n")}
  </array>
  ${key("WorkingDirectory")}
  ${string(folder)}
  ${key("EnvironmentVariables")}
  <dict>
${variables.join("\n")}
  </dict>
  ${key("RunAtLoad")}
  <true/>
  ${key("KeepAlive")}
  <dict>
    ${key("SuccessfulExit")}
    <false/>
  </dict>
  ${key("ThrottleInterval")}
  <integer>10</integer>
  ${key("ExitTimeOut")}
  <integer>60</integer>
  ${key("Umask")}
  <integer>63</integer>
  ${key("StandardOutPath")}
  ${string("/dev/null")}
  ${key("StandardErrorPath")}
  ${string("/dev/null")}
</dict>
</plist>
`;
}

const key = (text: string): string => `<key>${escapeXml(text)}</key>`;
const string = (text: string): string => `<string>${escapeXml(text)}</string>`;

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
