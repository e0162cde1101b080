// Which specs run, and why the others do not. classification.json is written by reading the specs, never from failures.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = dirname(fileURLToPath(import.meta.url));

/** The rules for the specs of a release of the suite. */
export function readClassification(version) {
  const { releases, rules } = JSON.parse(readFileSync(join(folder, 'classification.json'), 'utf8'));
  if (!releases.includes(version)) {
    throw new Error(`classification.json covers ${releases.join(', ')}, not ${version}: read its specs and add them`);
  }
  return rules;
}

/**
 * Classifies each name as `runs`, `needs-container` or `not-applicable`, the latter two with the reason. The first rule
 * that names it decides.
 */
export function classify(names, rules) {
  const compiled = rules.map((rule) => ({ ...rule, matchers: rule.specs.map(matcher), used: new Set() }));
  const specs = names.map((name) => {
    for (const rule of compiled) {
      const found = rule.matchers.findIndex((matches) => matches(name));
      if (found < 0) continue;
      rule.used.add(found);
      return rule.verdict === 'runs' ? { name, verdict: 'runs' } : { name, verdict: rule.verdict, reason: rule.reason };
    }
    return { name, verdict: 'runs' };
  });
  const idle = compiled.flatMap(({ specs: texts, used }) => texts.filter((_, index) => !used.has(index)));
  if (idle.length > 0)
    throw new Error(`classification.json names what the suite does not have:\n  ${idle.join('\n  ')}`);
  return specs;
}

/** Returns a matcher of names for a pattern, in which `*` matches any text; spaces at the ends do not count. */
function matcher(pattern) {
  const parts = pattern.trim().split('*');
  if (parts.length === 1) return (name) => name.trim() === parts[0];
  return (name) => {
    const text = name.trim();
    if (!text.startsWith(parts[0])) return false;
    let at = parts[0].length;
    for (const part of parts.slice(1, -1)) {
      const next = text.indexOf(part, at);
      if (next < 0) return false;
      at = next + part.length;
    }
    const last = parts.at(-1);
    return text.length - last.length >= at && text.endsWith(last);
  };
}
