/** Routes whose answers contain templates or depend on them. */
export const templatesAndTheirUse = [
  "listTemplates",
  "showTemplate",
  "showTemplateDifferences",
  "showDevice",
  "listDevices",
  "countDevices",
  "listSensors",
  "listAudit",
] as const;
