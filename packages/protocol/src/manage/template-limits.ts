/** Limits of device templates. */
export const templatesPerAccountMax = 500;
export const templateSensorsMax = 200;
