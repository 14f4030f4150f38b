import { runProcess } from "./cli/process.ts";
import { runServe } from "./cli/serve.ts";

const [command, ...args] = process.argv.slice(2);
if (command === "process") await runProcess(args);
else await runServe(args);
