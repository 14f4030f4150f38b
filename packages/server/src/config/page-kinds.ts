import { fail, succeed } from "@weir/protocol/result";
import type { Kind } from "./setting-kinds.ts";
import { listed, shown } from "./setting-kinds.ts";

/** A site as a content security policy names it: a host, which may have a scheme before it and a port behind it. */
const sitePattern =
  /^(https?:\/\/)?(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:\d{1,5})?$/i;

/** Sites that may show a page in a frame. Nothing else gets into the policy, so an entry cannot add a rule to it. */
export const sites: Kind<readonly string[]> = {
  expected:
    "hosts like intranet.example.org, *.example.org or https://screens.example.org:8443, separated by commas " +
    "(in the file, a list of strings)",
  placeholder: "list",
  fromText: (text) => (text.trim() === "" ? [] : text.split(",").map((entry) => entry.trim())),
  parse(value) {
    if (!Array.isArray(value)) return fail(`is ${shown(value)}`);
    const bad = value.filter((entry) => typeof entry !== "string" || !sitePattern.test(entry));
    return bad.length > 0 ? fail(`holds ${listed(bad.map(shown), "and")}`) : succeed(value as string[]);
  },
  format: (value) => value.join(", "),
  toJson: (value) => value,
};

/** One host. A star would allow every host of a domain. */
const originPattern = /^https?:\/\/[a-z0-9.-]+(:\d+)?$/i;

/** Where the squares of a map are, by zoom level and place. */
export const tileTemplate: Kind<string> = {
  expected: "a URL like https://tiles.example.org/{z}/{x}/{y}.png",
  placeholder: "url",
  fromText: (text) => text,
  parse(value) {
    const url = typeof value === "string" ? URL.parse(value) : null;
    const isTemplate =
      url !== null &&
      originPattern.test(url.origin) &&
      ["{z}", "{x}", "{y}"].every((part) => (value as string).slice(url.origin.length).includes(part));
    return isTemplate ? succeed(value as string) : fail(`is ${shown(value)}`);
  },
  format: String,
  toJson: (value) => value,
};

export const shortText: Kind<string> = {
  expected: "text of up to 200 characters on one line",
  placeholder: "text",
  fromText: (text) => text,
  parse: (value) =>
    typeof value === "string" && value !== "" && value.length <= 200 && !/\p{Cc}/u.test(value)
      ? succeed(value)
      : fail(`is ${shown(value)}`),
  format: String,
  toJson: (value) => value,
};
