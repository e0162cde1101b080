/**
 * Structs of kinds of which there are no objects: as much as clients need to see in the documents to send one, so that
 * the server can tell them why not. Written like the generated ones.
 */
export const PLACEHOLDER_STRUCTS = `
V1CustomResourceDefinition apiVersion:s kind:s metadata:V1ObjectMeta spec:x status:x
`;
