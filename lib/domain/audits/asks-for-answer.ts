/**
 * Whether a task's text asks to be told something. Errs towards no: of a task that only might, nothing is said.
 * Read off the tasks of public scenarios and of the starter pack.
 */
export function asksForAnswer(task: string): boolean {
  const text = withoutQuotes(task);
  return TELLS.test(text) || RETURNS.test(text) || QUESTION.test(text) || onlyLooksUp(text);
}

/** Whether the task's text has a word that says that something is to be changed. */
export function asksForChange(task: string): boolean {
  return CHANGES.test(withoutQuotes(task).replace(LOOKS_UP, ' '));
}

/** What is quoted is data: titles and notes ask for nothing. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/"[^"]*"|“[^”]*”|(?<![A-Za-z0-9])'(?:[^']|'(?=[A-Za-z]))*'(?![A-Za-z])/g, '…');
}

const TELLS =
  /\b(?:tell|give|show) (?:me|us)\b(?! (?:access|permission|the role))|\blet (?:me|us) know\b|\breport back\b|\breport (?:the|its|their|how|what|which) /i;

/** "return" also means giving goods back: what is returned must be a piece of information. */
const RETURNS =
  /(?:^|[,.;]|\band|\bthen|\bto)\s+return\s+(?:\w+\s+){0,8}?(?:ids?|numbers?|names?|titles?|status(?:es)?|details?|summary|summaries|totals?|counts?|records?|stats|statistics|scores?|rankings?|prices?|dates?|timeline|results?|information|data|lists?|reports?|slots?|sender|amounts?|averages?|percentages?|breakdown|metrics|values?|links?|listings?)\b/i;

const QUESTION =
  /(?:^|[.!?;:,]\s*|\band\s+)(?:what|which|how (?:many|much|long|old|often)|who|when|where|is|are|does|do|did)\b[^.?!]*\?/i;

const LOOKS_UP =
  /^(?:(?:in|using|on|for|from|as|via|across|with)\s[^,]*,\s*)?(?:please\s+)?(?:get|retrieve|find|list (?:all|the|every|each|any|available|upcoming|current)|show|look up|view|fetch|check|calculate|compare|display)\s/i;

const CHANGES =
  /\b(?:creat|add|updat|set|chang|mark|send|book|schedul|reschedul|cancel|delet|remov|sav|stor|record|generat|assign|mov|transfer|stak|post|publish|archiv|apply|appl|invit|request|register|submit|enrol|join|leav|place|order|buy|purchas|pay|open|clos|approv|reject|renam|edit|upload|download|configur|enabl|disabl|start|stop|follow|unfollow|subscrib|unsubscrib|upgrad|initiat|credit|log|attach|creates|copy|export|import|share|rate|review|flag|block|promot|adjust|reserv|issue|refund|check (?:in|out)|put|make|write|file|link|notify)(?:e|es|ed|ing|s|ies|y)?\b/i;

/** It begins by looking something up, and no word in it says that anything is to be changed. */
function onlyLooksUp(text: string): boolean {
  return LOOKS_UP.test(text) && !CHANGES.test(text.replace(LOOKS_UP, ' '));
}
