import type { GatewayProgram } from "./gateway-program.ts";

/** Marks files that "postern service install" has written. */
export const MARK = 'Written by "postern service install"';

/**
 * A systemd user unit. `KillMode=mixed`: only the gateway gets SIGTERM. The channel runner is stopped by its supervisor
 * afterwards, because a second SIGTERM from systemd would end it before its adapters have disconnected.
 */
export function systemdUnit({ start, stopRunner, folder, environment }: GatewayProgram): string {
  const variables = Object.entries(environment).map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`);
  return `# ${MARK}. Change the settings and install it again, or add a drop-in file.
[Unit]
Description=Postern gateway
StartLimitIntervalSec=300
StartLimitBurst=5

[Service]
Type=exec
WorkingDirectory=${escapePercent(folder)}
${variables.join("\n")}
ExecStart=${start.map(quoteArgument).join(" ")}
ExecStopPost=-${stopRunner.map(quoteArgument).join(" ")}
KillMode=mixed
TimeoutStopSec=60
Restart=on-failure
RestartSec=5
# Neither an invalid configuration nor a damaged store gets better by another start.
RestartPreventExitStatus=2 6
UMask=0077

[Install]
WantedBy=default.target
`;
}

const escapePercent = (text: string): string => text.replaceAll("%", "%%");

const quote = (text: string): string => {
  const escaped = escapePercent(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  return /^[\w@:,./+=%-]+$/.test(escaped) ? escaped : `"${escaped}"`;
};

/** In a command line systemd also expands variables. */
const quoteArgument = (text: string): string => quote(text.replaceAll("$", "$$$$"));
