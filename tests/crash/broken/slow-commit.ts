/**
 * Loaded before Weir. Simulates a disk on which every commit of the queue takes long. This breaks nothing, so the
 * promises must hold. The broken variants beside this file start from it, because it widens the moment in which they
 * fail.
 */
const commitDelayMs = 60;

const postAtOnce = Worker.prototype.postMessage;

function post(this: Worker, ...sent: Parameters<Worker["postMessage"]>): void {
  const [message] = sent as [{ kind?: unknown }];
  if (message.kind === "append") setTimeout(() => postAtOnce.apply(this, sent), commitDelayMs);
  else postAtOnce.apply(this, sent);
}

Worker.prototype.postMessage = post as Worker["postMessage"];
