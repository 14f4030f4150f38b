import manifest from "@weir/server/package.json" with { type: "json" };

export const weirVersion: string = manifest.version;
