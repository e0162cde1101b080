import type { ObjectChange } from '@orrery/sdk';
import { kindWord } from '../commands/fault/fault-view';
import { fieldsText } from './fields-text';
import type { ItemView } from './print-items';

/** Changes of a log, a line each. */
export const STORY_VIEW: ItemView<ObjectChange> = {
  nameOf: ({ resourceVersion }) => resourceVersion,
  none: 'nothing has happened',
  columns: [
    { title: 'REVISION', of: ({ resourceVersion }) => resourceVersion },
    { title: 'TIME', of: ({ time }) => time.replace(/\.\d+Z$/, 'Z') },
    { title: 'OBJECT', isLong: true, of: objectText },
    {
      title: 'CHANGE',
      isLong: true,
      of: ({ kind, operation, fields }) => (operation === 'UPDATED' ? fieldsText(fields) : wordOf(kind, operation)),
    },
    { title: 'BY', isLong: true, of: ({ writer, client }) => (client === null ? writer : `${writer} (${client})`) },
    { title: 'WHY', of: ({ reason }) => reason ?? '' },
  ],
};

/** Returns the word of a log entry. A fault is not an object. */
function wordOf(kind: string, operation: 'CREATED' | 'DELETED'): string {
  if (kind === 'Fault') return operation === 'CREATED' ? 'set' : 'cleared';
  return operation.toLowerCase();
}

function objectText({ kind, namespace, name }: ObjectChange): string {
  if (kind === 'Fault') return `${kind} ${kindWord(name)}`;
  return `${kind} ${namespace === null ? name : `${namespace}/${name}`}`;
}
