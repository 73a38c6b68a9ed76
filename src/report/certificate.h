// report/certificate.h: proofs by algebra as JSON.

#ifndef REPORT_CERTIFICATE_H
#define REPORT_CERTIFICATE_H

#include "proof/certificate.h"
#include "report/json.h"

// Writes one system and its proofs as an object. titles: one for each question.
void certificate_json(const Certificate *certificate, const char *const *titles, Json *json);

#endif
