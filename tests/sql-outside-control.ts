/**
 * Files of the server that still build statements on control data themselves. Repositories below control/ take their place one
 * subject after the other; nothing is added here. See docs/decisions/0026-control-data.md.
 */
export const sqlOutsideControl: readonly string[] = [
];
