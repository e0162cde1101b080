import type { KubeObject } from '../../../objects';
import { NAME, tableOf, text } from '../../../tables/table-kind';
import { ProjectAnnotation } from './project-annotations';

interface Project extends KubeObject {
  readonly status?: { readonly phase?: string };
}

/** Columns of a Project (`pkg/project/printers/internalversion` of OpenShift). */
export const PROJECT_TABLE = tableOf<Project>(
  [NAME, text('Display Name', 'Project display name.'), text('Status', 'Phase of the project.')],
  ({ metadata, status }) => [
    metadata.name,
    metadata.annotations?.[ProjectAnnotation.DisplayName] ?? '',
    status?.phase ?? '',
  ],
);
