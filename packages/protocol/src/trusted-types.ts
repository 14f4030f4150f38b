/**
 * With trusted types, a browser refuses text where it would make markup or scripts of it, unless a policy that the page
 * names has passed it. So a mistake in a page, or in a library of it, cannot turn text of devices or people into code.
 * Each page has one policy, for the one place that needs it. Browsers without trusted types ignore all of this.
 */

/** The policy of the dashboard. It passes the address of the push worker, and nothing else. */
export const dashboardPolicy = "weir-push";
/** The policy of the documentation. It passes the entries that came with the page. */
export const docsPolicy = "weir-docs";

/** The directives of a content security policy that allow one policy of trusted types. */
export function trustedTypesOf(policy: string): string {
  return `require-trusted-types-for 'script'; trusted-types ${policy}`;
}

type Pass = (text: string) => string;

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createHTML?: Pass; createScriptURL?: Pass },
  ): { createHTML: Pass; createScriptURL: Pass };
}

/** The policies of the page; undefined in browsers that have none. What a policy passes is used like the text itself. */
export const trustedTypes = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes;
