/** What the scenario's process wrote during a step: short texts beside the row, longer ones compressed. */
export const states = `
ALTER TABLE steps ADD COLUMN log_text TEXT;
ALTER TABLE steps ADD COLUMN log_blob TEXT;
CREATE INDEX steps_by_log ON steps (log_blob) WHERE log_blob IS NOT NULL;
`;
