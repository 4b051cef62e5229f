//! Operations on whole fields, as a person does them.
