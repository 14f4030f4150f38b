/** What a board can have. Pages import this without the schemas. */
export const boardTilesMax = 60;
/** The largest definition as JSON. */
export const boardDefinitionBytesMax = 128 * 1024;
/** The largest body with a definition, which may be indented. */
export const boardBodyBytesMax = 512 * 1024;

/** How many columns the grid of a board has. */
export const boardColumns = 12;
/** How many rows down a tile can be placed. */
export const boardRowsMax = 1000;
export const tileHeightMax = 40;

export const tileTitleLengthMax = 100;
export const tileTextLengthMax = 4000;
export const tileUnitLengthMax = 32;
export const thresholdsMax = 5;
export const chartSourcesMax = 12;
export const valuesSourcesMax = 24;
export const tableSensorsMax = 12;
export const tableAttributesMax = 12;
/** How many devices a tile can name one by one. */
export const tileDevicesMax = 100;
export const tileAlarmsMax = 100;
/** Images of a board, whether its tiles show them yet or not. */
export const boardImagesMax = 20;
export const boardImageBytesMax = 512 * 1024;
export const imageTextLengthMax = 200;
/** How many entries a log can show. */
export const logEntriesMax = 100;
